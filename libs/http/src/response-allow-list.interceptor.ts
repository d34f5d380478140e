import { ClassSerializerInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { instanceToPlain, plainToInstance } from 'class-transformer';

type Serialize = ClassSerializerInterceptor['serialize'];

/**
 * Nest's serializer where a route names its response DTO with `@SerializeOptions({ type })`: of the value that the
 * controller returns, only the members leave that this class marks with `@Expose()`. Every other answer (a text, a
 * stream, an exact copy on a hot path) is left as it is.
 */
export class ResponseAllowList extends ClassSerializerInterceptor {
  constructor() {
    // The package as the DTOs load it: it keeps what their decorators say.
    const transformerPackage = { classToPlain: instanceToPlain, plainToInstance };
    super(new Reflector(), { strategy: 'excludeAll', transformerPackage });
  }

  override serialize(...[response, options]: Parameters<Serialize>): ReturnType<Serialize> {
    return options.type === undefined ? response : super.serialize(response, options);
  }
}
