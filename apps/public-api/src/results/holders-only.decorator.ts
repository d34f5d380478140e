import { applyDecorators, Header } from '@nestjs/common';

/** The headers of responses at an address that gives access: no copy in caches, referrers or search engines. */
export const holdersOnly = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

/** Set before the capability is checked, so that errors have them too. */
export function HoldersOnly(): MethodDecorator {
  return applyDecorators(...Object.entries(holdersOnly).map(([name, value]) => Header(name, value)));
}
