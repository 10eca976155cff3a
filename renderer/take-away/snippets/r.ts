import { isComputing, type Program } from '../program.ts';
import { requestPath } from '../requests.ts';
import { computedLines, plainLines } from './computed.ts';
import { expression } from './expression.ts';
import { type PeriodFunction, periodFunctions } from './periods.ts';
import { remarks } from './remarks.ts';

/** Base R, no packages. The CSV of each request is the whole range in one answer; values stay the exact text. */
export function rSnippet(program: Program, baseUrl: string): string {
  const paths = program.requests.map((request) => `  ${JSON.stringify(requestPath(request))}`);
  const computes = isComputing(program);
  const { from, to } = program.range;
  const isWider = computes || program.hasYields;
  return `${remarks(program, '#').join('\n')}
base <- ${JSON.stringify(baseUrl)}
key <- Sys.getenv("ALMANAC_API_KEY")

almanac <- function(path) {
  mark <- if (grepl("?", path, fixed = TRUE)) "&" else "?"
  answer <- url(paste0(base, path, mark, "format=csv"), headers = c("X-API-Key" = key))
  rows <- read.csv(answer, colClasses = "character")
  if (!"state" %in% names(rows)) rows$state <- rep("", nrow(rows))
  rows[c("date", "series", "state", "value")]
}

paths <- c(
${paths.join(',\n')}
)
df <- do.call(rbind, lapply(paths, almanac))
df$date <- as.Date(df$date)
df$number <- as.numeric(df$value)  # value is the exact text
${computes ? computedPart(program) : ''}${
  isWider ? `df <- df[df$date >= as.Date("${from}") & df$date <= as.Date("${to}"), ]  # as shown\n` : ''
}print(df)
`;
}

function computedPart(program: Program): string {
  const { letters, computed } = computedLines(program, {
    line: (code, area) =>
      `line(${[code, ...(area === '' ? [] : [area])].map((text) => JSON.stringify(text)).join(', ')})`,
    average: (line, count, period, places) => `average(${line}, ${count}, ${period}, ${places})`,
    formula: ({ formula, letters: used, places }) => {
      const of = expression(formula, (base, exponent) => `${base}^${exponent}`);
      const result = `formula(list(${used.join(', ')}), function(${used.join(', ')}) ${of})`;
      return places === undefined ? result : `rounded(${result}, ${places})`;
    },
  });
  const periods = periodFunctions(program);
  const shown = plainLines(program).map(({ code, area }) => JSON.stringify(`${code} ${area}`));
  return `
# What the API does not compute, as the chart has it.
line <- function(series, state = "") {
  rows <- df[df$series == series & df$state == state, ]
  rows <- rows[order(rows$date), ]
  setNames(rows$number, as.character(rows$date))
}
formula <- function(lines, f) {
  days <- Reduce(intersect, lapply(lines, names))
  result <- setNames(do.call(f, unname(lapply(lines, function(x) x[days]))), days)
  result[is.finite(result)]
}
rounded <- function(x, places) {  # half away from zero, as on paper
  sign(x) * floor(abs(x) * 10^places + 0.5 + 1e-7) / 10^places
}
${
  periods.length === 0
    ? ''
    : `average <- function(x, count, period, places) {
  if (length(x) < count) return(x[0])
  mean <- setNames(as.numeric(stats::filter(x, rep(1, count), sides = 1)) / count, names(x))
  whole <- c(rep(FALSE, count - 1), diff(period(as.Date(names(x))), lag = count - 1) == count - 1)
  rounded(mean[whole], places)  # a hole is not bridged
}
${periods.map(periodText).join('')}`
}
${letters.map(([letter, value]) => `${letter} <- ${value}`).join('\n')}
computed <- list(
${computed.map(([name, value]) => `  ${JSON.stringify(name)} = ${value}`).join(',\n')}
)
df <- df[paste(df$series, df$state) %in% c(${shown.join(', ')}), ]
df <- do.call(rbind, c(list(df), lapply(names(computed), function(name) {
  x <- computed[[name]]
  data.frame(date = as.Date(names(x)), series = rep(name, length(x)), state = rep("", length(x)),
             value = rep("", length(x)), number = as.numeric(x))
})))
`;
}

function periodText(one: PeriodFunction): string {
  switch (one.kind) {
    case 'working-days':
      return `${one.name} <- function(dates) {
  days <- as.numeric(dates) + 3
  day <- days %% 7
  days %/% 7 * 5 + ifelse(day < 5, day, 4 + (day - 4) / 4)
}
`;
    case 'weeks':
      return `${one.name} <- function(dates) (as.numeric(dates) + ${one.shift}) %/% 7\n`;
    case 'months':
      return `${one.name} <- function(dates) {
  (as.numeric(format(dates, "%Y")) * 12 + as.numeric(format(dates, "%m")) - 1) %/% ${one.months}
}
`;
  }
}
