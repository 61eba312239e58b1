// What the HTTP servers on real SDKs have in common.
import http from 'node:http';

/** Serves `/mcp` at 127.0.0.1 and says on stdout where. */
export function serve(port, handle) {
  const server = http.createServer((req, res) => {
    if (req.url !== '/mcp') return res.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
    return handle(req, res).catch((e) => {
      console.error(e);
      if (!res.headersSent) res.writeHead(500);
      res.end();
    });
  });
  server.listen(Number(port ?? 0), '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
}
