import { type Express } from 'express';
import { type PageAnswers } from '../pages/page-answers';
import { over } from '../pages/problem-page';
import { signInPath } from '../pages/sign-in-path';
import { uidIn } from './pending-upstream';

/**
 * The redirect URIs for the providers of organizations. The cookies of a sign-in are bound to its own path, so this route
 * forwards the response to that path, which checks it.
 */
export function routeCallbacks(server: Express, answers: PageAnswers): void {
  server.get('/connections/:connectionId/callback', (req, res) => {
    const uid = uidIn(req.query.state);
    if (uid === undefined) {
      answers.sendProblem(res, over);
      return;
    }
    const { search } = new URL(req.url, 'http://callback.invalid');
    const path = `${signInPath(uid)}/connected/${encodeURIComponent(req.params.connectionId)}`;
    answers.redirect(res, path + search);
  });
}
