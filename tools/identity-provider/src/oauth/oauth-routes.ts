import { type Express, type RequestHandler } from 'express';
import { type LiveProvider } from './live-provider';
import { pinOrigin } from './pinned-origin';

/** The endpoints of the library that are there. Its other paths are unknown paths. */
export function routeOAuth(server: Express, provider: LiveProvider, issuer: string): void {
  const answer: RequestHandler = (req, res) => {
    pinOrigin(req, issuer);
    provider.handle(req, res);
  };
  server.get('/.well-known/openid-configuration', answer);
  server.get('/.well-known/oauth-authorization-server', answer);
  server.get('/jwks', answer);
  server.get('/auth', answer);
  server.post('/token', answer);
}
