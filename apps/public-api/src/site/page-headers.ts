import { applyDecorators, Header } from '@nestjs/common';

/** What every page is sent with: nothing is kept, nothing is loaded from elsewhere, nobody is told where a reader was. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Sends what the handler returns as a page. */
export function Page(): MethodDecorator {
  return applyDecorators(...Object.entries(pageHeaders).map(([name, value]) => Header(name, value)));
}
