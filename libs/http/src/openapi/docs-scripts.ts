/**
 * Renders the document, in the colours that the reader prefers. It is not sent to an external validator. For a sign-in, the page that it returns to sends its query
 * through a channel: the issuer's pages isolate themselves from the window that opened them, so `window.opener` is lost.
 * Swagger UI adds a header to the token request, for which browsers would send a preflight to the issuer.
 */
export const drawing = `
const place = document.getElementById('document');
const { url, returnUrl, clientId, scopes } = place.dataset;
const dark = matchMedia('(prefers-color-scheme: dark)');
const followColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
followColors();
dark.addEventListener('change', followColors);
const ui = SwaggerUIBundle({
  domNode: place,
  url,
  plugins: [CodeSamplesPlugin],
  validatorUrl: null,
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  ...(returnUrl && { oauth2RedirectUrl: new URL(returnUrl, location.href).href }),
  requestInterceptor: (request) => {
    delete request.headers?.['X-Requested-With'];
    return request;
  },
});
if (returnUrl) {
  ui.initOAuth({ clientId, scopes, usePkceWithAuthorizationCodeGrant: true });
  new BroadcastChannel('docs-sign-in').addEventListener('message', ({ data }) => finishSignIn(new URLSearchParams(data)));
}

function finishSignIn(answer) {
  const started = window.swaggerUIRedirectOauth2;
  if (!started || answer.get('state') !== started.state) return;
  delete window.swaggerUIRedirectOauth2;
  const { auth, redirectUrl, callback, errCb } = started;
  const code = answer.get('code');
  if (code) callback({ auth: { ...auth, code }, redirectUrl });
  else errCb({ authId: auth.name, source: 'auth', level: 'error', message: answer.get('error') ?? 'no code' });
}
`.trimStart();

/** Sends the result of a sign-in to the page that started it. */
export const returning = `
new BroadcastChannel('docs-sign-in').postMessage(location.search);
window.close();
`.trimStart();

/** The page that a sign-in returns to. */
export const returnPageHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Signed in</title>
  </head>
  <body>
    <p>You can close this window.</p>
    <script src="return.js"></script>
  </body>
</html>
`;
