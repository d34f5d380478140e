import { type CanActivate, type CustomDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { type Request } from 'express';
import { Problem } from '@governance/kernel';
import { supportedApiVersions } from './surface';

/** spec 9.2: the pinned default. */
const defaultVersion = '1.0';

export const ignoredVersionKey = 'ignored-api-version';

/** The address of the route is printed and mailed, and others add parameters to it: any `api-version` is ignored. */
export function IgnoreApiVersion(): CustomDecorator {
  return SetMetadata(ignoredVersionKey, true);
}

/** spec 9.3: an unsupported `api-version` is a 400. Every response lists the versions. */
export class ApiVersionGuard implements CanActivate {
  constructor(private readonly supported: readonly string[] = supportedApiVersions) {}

  canActivate(context: ExecutionContext): boolean {
    if (Reflect.getMetadata(ignoredVersionKey, context.getHandler()) === true) return true;
    const received = context.switchToHttp().getRequest<Request>().query['api-version'];
    const versions = new Set([received ?? []].flat().filter((version) => version !== ''));
    if (versions.size > 1) throw this.unsupported('api-version is given more than once');
    const [version = defaultVersion] = versions;
    if (typeof version !== 'string' || !this.supported.includes(version)) {
      throw this.unsupported('this api-version is not supported');
    }
    return true;
  }

  private unsupported(reason: string): Problem {
    const text = `${reason}; supported: ${this.supported.join(', ')}`;
    return new Problem('invalid', text, { code: 'unsupported_api_version' });
  }
}
