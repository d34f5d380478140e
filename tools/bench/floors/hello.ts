import { createServer } from 'node:http';

/** What Node itself costs: a server that says hello. */
createServer((_req, res) => {
  res.writeHead(200, { 'content-type': 'text/plain' });
  res.end('hello');
}).listen(Number(process.env.PORT));
