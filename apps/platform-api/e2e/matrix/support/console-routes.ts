/**
 * The pages of the console. They take the session of a browser instead of a token, so no row fits them: the e2e tests of the
 * identity provider ask them with and without sessions.
 */
export const consoleRoutes = [
  'GET /console',
  'GET /console/assets/{version}/{name}',
  'GET /console/callback',
  'GET /console/continue',
  'GET /console/credentials',
  'GET /console/credentials/new',
  'GET /console/credentials/{id}',
  'GET /console/credentials/{id}/revoke',
  'GET /console/sessions',
  'GET /console/sign-in',
  'GET /console/signed-out',
  'POST /console/credentials',
  'POST /console/credentials/{id}/end-previous',
  'POST /console/credentials/{id}/rename',
  'POST /console/credentials/{id}/revoke',
  'POST /console/credentials/{id}/rotate',
  'POST /console/sessions/end-others',
  'POST /console/sessions/{id}/end',
  'POST /console/sign-out',
];
