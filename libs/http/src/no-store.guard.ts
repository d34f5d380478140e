import { type Access, accessKey } from '@governance/auth-guards';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Response } from 'express';

/**
 * Forbids caching of responses for one caller, refusals included. Refuses nothing. Runs before the guards that refuse, so
 * that it applies to every response of a route that is not public.
 */
@Injectable()
export class NoStoreGuard implements CanActivate {
  private readonly reflector = new Reflector();

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const access = this.reflector.getAllAndOverride<Access | undefined>(accessKey, targets);
    if (access?.kind !== 'public') {
      context.switchToHttp().getResponse<Response>().setHeader('cache-control', 'no-store');
    }
    return true;
  }
}
