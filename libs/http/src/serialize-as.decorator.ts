import { applyDecorators, SerializeOptions, type Type, UseInterceptors } from '@nestjs/common';
import { ResponseAllowList } from './response-allow-list.interceptor';

/**
 * The response contains the members that this class marks with `@Expose()`. A route without this decorator runs no
 * interceptor: hot paths build their exact response (ADR 22).
 */
export function SerializeAs(type: Type): MethodDecorator {
  return applyDecorators(SerializeOptions({ type }), UseInterceptors(new ResponseAllowList()));
}
