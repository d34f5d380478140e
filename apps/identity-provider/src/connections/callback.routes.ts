import { type Express } from 'express';
import { over } from '../pages/problem-page';
import { pageHeaders } from '../pages/page-headers';
import { type PageRenderer } from '../pages/page-renderer';
import { signInPath } from '../sign-in/sign-in-path';
import { uidIn } from './pending-upstream';

/**
 * The redirect URIs for the providers of organizations. The cookies of a sign-in are bound to its own path, so this route
 * forwards the response to that path, which checks it.
 */
export function routeCallbacks(server: Express, renderer: PageRenderer): void {
  server.get('/connections/:connectionId/callback', (req, res) => {
    const uid = uidIn(req.query.state);
    res.set(pageHeaders);
    if (uid === undefined) {
      const { status, ...view } = over;
      res.status(status).type('html').send(renderer.render('problem', view));
      return;
    }
    const { search } = new URL(req.url, 'http://callback.invalid');
    res.redirect(303, `${signInPath(uid)}/connected/${encodeURIComponent(req.params.connectionId)}${search}`);
  });
}
