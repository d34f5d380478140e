import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Access, accessKey } from './access';
import { AccessRefused } from './access-refused';

/** Denies by default: a route that declares no access is closed to everybody. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly reflector = new Reflector();

  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.getAllAndOverride<Access | undefined>(accessKey, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === undefined) throw new AccessRefused('unauthenticated', 'this route is not open to anybody');
    return true;
  }
}
