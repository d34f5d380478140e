import { applyDecorators, SerializeOptions, type Type, UseInterceptors } from '@nestjs/common';
import { ResponseAllowList } from './response-allow-list.interceptor';

/**
 * The route answers with the members that this class marks with `@Expose()`. A route without it runs no interceptor: hot
 * paths copy their answer exactly (ADR 22).
 */
export function SerializeAs(type: Type): MethodDecorator {
  return applyDecorators(SerializeOptions({ type }), UseInterceptors(new ResponseAllowList()));
}
