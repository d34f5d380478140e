import { type CallHandler, type ExecutionContext, type NestInterceptor, type Type } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { allowListed } from './allow-listed';

/** Sends only what OpenAPI documents of a response. */
export class ResponseAllowList implements NestInterceptor<object> {
  constructor(private readonly type: Type<object>) {}

  intercept(_context: ExecutionContext, next: CallHandler<object>): Observable<object> {
    return next.handle().pipe(map((response) => allowListed(this.type, response)));
  }
}
