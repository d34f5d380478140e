import { applyDecorators, SetMetadata, type Type, UseInterceptors } from '@nestjs/common';
import { ResponseAllowList } from './response-allow-list.interceptor';

export const responseTypeKey = 'response-type';

/**
 * The response contains the members that this class declares with `@ApiProperty()`. A route without this decorator runs no
 * interceptor: hot paths use `allowListed()` (ADR 22).
 */
export function SerializeAs(type: Type<object>): MethodDecorator {
  return applyDecorators(SetMetadata(responseTypeKey, type), UseInterceptors(new ResponseAllowList(type)));
}
