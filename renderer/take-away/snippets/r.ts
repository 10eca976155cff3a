import { requestPath, type ViewRequests } from '../requests.ts';
import { remarks } from './remarks.ts';

/** Base R, no packages. The CSV of each request is the whole range in one answer; values stay the exact text. */
export function rSnippet(asked: ViewRequests, baseUrl: string): string {
  const paths = asked.requests.map((request) => `  ${JSON.stringify(requestPath(request))}`);
  return `${remarks(asked, '#').join('\n')}
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
print(df)
`;
}
