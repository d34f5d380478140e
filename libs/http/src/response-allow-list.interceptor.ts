import { ClassSerializerInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { instanceToPlain, plainToInstance } from 'class-transformer';

/**
 * Nest's serializer for routes with `@SerializeAs()`: the response contains only the members that the class marks with
 * `@Expose()`.
 */
export class ResponseAllowList extends ClassSerializerInterceptor {
  constructor() {
    // The same package instance as that of the DTOs: it holds their decorator metadata.
    const transformerPackage = { classToPlain: instanceToPlain, plainToInstance };
    super(new Reflector(), { strategy: 'excludeAll', transformerPackage });
  }
}
