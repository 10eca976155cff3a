import Sqlite from 'better-sqlite3';
import Fastify from 'fastify';

/**
 * The ordinary way to serve a first page: Fastify, one table with text keys, `.all()` and JSON.stringify.
 * node plain-server.ts DATABASE → prints the port. `/page?series=a,b&date_from=D`
 */
const db = new Sqlite(process.argv[2] ?? '', { readonly: true });
const app = Fastify({ logger: false });
app.get('/page', (request, reply) => {
  const { series, date_from, limit } = request.query as { series: string; date_from: string; limit: string };
  const codes = series.split(',');
  const rows = db
    .prepare(
      `SELECT date, series, value FROM obs WHERE dataset = 'jolts' AND date >= ? AND series IN (${codes.map(() => '?').join(',')})
       ORDER BY date, series LIMIT ?`,
    )
    .all(date_from, ...codes, Number(limit));
  const body = {
    status: 'OK',
    message: 'Data retrieved successfully',
    meta: { schema_version: '1.0', frequency: 'Daily' },
    pagination: { count: String(rows.length), next_url: null },
    data: rows,
  };
  reply.header('content-type', 'application/json').send(JSON.stringify(body));
});
console.log(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
