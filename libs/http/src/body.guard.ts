import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { bodyProblemOf } from './json-body.middleware';

/** Refuses a request whose body could not be read. Runs after the guards that decide who may call. */
@Injectable()
export class BodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const problem = bodyProblemOf(context.switchToHttp().getRequest<Request>());
    if (problem) throw problem;
    return true;
  }
}
