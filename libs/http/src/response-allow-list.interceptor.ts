import { ClassSerializerInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { instanceToPlain, plainToInstance } from 'class-transformer';

/**
 * Nest's serializer for routes with `@SerializeAs()`: of the value that the controller returns, only the members leave that
 * the class marks with `@Expose()`.
 */
export class ResponseAllowList extends ClassSerializerInterceptor {
  constructor() {
    // The package as the DTOs load it: it keeps what their decorators say.
    const transformerPackage = { classToPlain: instanceToPlain, plainToInstance };
    super(new Reflector(), { strategy: 'excludeAll', transformerPackage });
  }
}
