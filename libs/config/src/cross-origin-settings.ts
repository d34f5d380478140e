import { originList } from './url-fields';

/** The setting that lets pages of other origins call a surface (decisions 1: none by default). */
export const crossOriginSettings = {
  CORS_ORIGINS: originList()
    .default([])
    .describe('the origins whose pages may call this surface from a browser; by default none'),
};

interface Given {
  readonly ENVIRONMENT?: string;
  readonly CORS_ORIGINS?: readonly string[];
}

/** In production a page without TLS could be altered on its way, and would then call the surface with a user's token. */
export function refuseInsecureOrigins({ ENVIRONMENT, CORS_ORIGINS = [] }: Given): string[] {
  const refused = ENVIRONMENT === 'production' && CORS_ORIGINS.some((origin) => origin.startsWith('http:'));
  return refused ? ['CORS_ORIGINS must be https origins in production'] : [];
}
