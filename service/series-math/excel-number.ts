/** Excel keeps 15 significant digits of a number and turns the others into zeros (Microsoft, 'Excel specifications and limits'). */
const EXCEL_DIGITS = 15;

/** @returns whether Excel can hold the number of a value text without changing a digit. */
export function isExactInExcel(value: string): boolean {
  const digits = value.replace(/^-/, '').replace('.', '').replace(/^0+/, '');
  return digits.replace(/0+$/, '').length <= EXCEL_DIGITS;
}

/** @returns how many decimals a value text has. */
export function decimalsOf(value: string): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

/** @returns the serial number of Excel's 1900 date system; none before 1900-03-01, because of Excel's leap-year error. */
export function excelSerial(day: number): number | undefined {
  const serial = day + 25569;
  return serial >= 61 ? serial : undefined;
}
