import { applyDecorators, SerializeOptions, SetMetadata, type Type, UseInterceptors } from '@nestjs/common';
import { ResponseAllowList } from './response-allow-list.interceptor';

export const responseTypeKey = 'response-type';

/**
 * The response contains the members that this class marks with `@Expose()`. A route without this decorator runs no
 * interceptor: hot paths build their exact response (ADR 22).
 */
export function SerializeAs(type: Type): MethodDecorator {
  return applyDecorators(
    SetMetadata(responseTypeKey, type),
    SerializeOptions({ type }),
    UseInterceptors(new ResponseAllowList()),
  );
}
