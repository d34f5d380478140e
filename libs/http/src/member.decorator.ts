import { applyDecorators } from '@nestjs/common';
import { Expose, Transform } from 'class-transformer';
import { Allow } from 'class-validator';

/** A member of a request DTO. `null` counts as absent: the member keeps its initial value. */
export function Member(): PropertyDecorator {
  return applyDecorators(
    Expose(),
    Allow(),
    Transform(({ value }: { value: unknown }) => value ?? undefined, { toClassOnly: true }),
  );
}

/** A member of a request DTO that `null` clears: `null` is kept, unlike an absent member. */
export function ClearableMember(): PropertyDecorator {
  return applyDecorators(Expose(), Allow());
}
