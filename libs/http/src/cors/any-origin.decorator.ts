import { type CustomDecorator, SetMetadata } from '@nestjs/common';

export const anyOriginKey = 'any-origin';

/** Pages of every origin may read the responses of a public route, errors included: for published data (decisions 1). */
export function AnyOrigin(): CustomDecorator {
  return SetMetadata(anyOriginKey, true);
}
