/** `folder` is the path of the page's assets, relative to the requested URL. */
export interface DocsPage {
  readonly title: string;
  readonly folder: string;
  readonly documentUrl: string;
}

export const docsPageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  // Swagger UI loads its icons from data: URLs. "Try it out" sends requests to the origin of this page.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

export function docsPage({ title, folder, documentUrl }: DocsPage): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <link rel="icon" href="${folder}favicon-32x32.png">
    <link rel="stylesheet" href="${folder}swagger-ui.css">
  </head>
  <body>
    <div id="document" data-url="${documentUrl}"></div>
    <noscript>This page needs JavaScript. The document itself does not: <a href="${documentUrl}">openapi.json</a></noscript>
    <script src="${folder}swagger-ui-bundle.js"></script>
    <script src="${folder}draw.js"></script>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
