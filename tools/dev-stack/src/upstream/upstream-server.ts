import { createServer, type Server } from 'node:http';
import { type UpstreamPlan } from './upstream-plan';
import { createUpstreamProvider } from './upstream-provider';

/** Without it, the library's page would load a font from another site. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** The OpenID provider over HTTP, with the development pages of its library. */
export function createUpstreamServer(plan: UpstreamPlan): Server {
  const handle = createUpstreamProvider(plan).callback();
  return createServer((req, res) => {
    if (req.url === '/health') {
      res.end('ok');
      return;
    }
    res.setHeader('content-security-policy', pagePolicy);
    void handle(req, res);
  });
}
