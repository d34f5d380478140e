import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Request } from 'express';
import { type Observable } from 'rxjs';

/** Treats a missing body as an empty object. Runs before the body becomes a DTO. */
@Injectable()
export class OptionalBody implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const req = context.switchToHttp().getRequest<Request>();
    if (req.body === undefined) req.body = {};
    return next.handle();
  }
}
