import { type CustomDecorator, SetMetadata } from '@nestjs/common';

/** Who may call a route. */
export interface Access {
  readonly kind: 'public';
}

export const accessKey = 'access';

/** Opens a route to everybody: no token is looked at. Every route declares its access; one that does not is closed. */
export function Public(): CustomDecorator {
  return SetMetadata(accessKey, { kind: 'public' } satisfies Access);
}
