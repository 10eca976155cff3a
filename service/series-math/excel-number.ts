/** Excel keeps 15 significant digits of a number and turns the others into zeros (Microsoft, 'Excel specifications and limits'). */
const EXCEL_DIGITS = 15;

/** @returns whether Excel can hold the number that a value text writes without changing a digit of it. */
export function isExactInExcel(value: string): boolean {
  const digits = value.replace(/^-/, '').replace('.', '').replace(/^0+/, '');
  return digits.replace(/0+$/, '').length <= EXCEL_DIGITS;
}

/** @returns how many decimals a value text has. */
export function decimalsOf(value: string): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

/** The serial number of Excel's 1900 date system; days before 1900-03-01 have none that is right (its leap-year error). */
export function excelSerial(day: number): number | undefined {
  const serial = day + 25569;
  return serial >= 61 ? serial : undefined;
}
