import { Problem, Unavailable } from '@governance/kernel';
import { type CanActivate, type ExecutionContext, Injectable, Logger, Optional } from '@nestjs/common';
import { CallerVerifier } from './caller-verifier';

/**
 * Accepts every request and stores its caller if there is one. Without a valid token, or in a program without an issuer,
 * the caller is anonymous.
 */
@Injectable()
export class IdentifyCaller implements CanActivate {
  private readonly logger = new Logger(IdentifyCaller.name);

  constructor(@Optional() private readonly verifier?: CallerVerifier) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    try {
      await this.verifier?.verify(context);
    } catch (error) {
      if (!isExpected(error)) this.logger.error({ msg: 'a caller could not be identified', err: error });
    }
    return true;
  }
}

function isExpected(error: unknown): boolean {
  return error instanceof Problem || error instanceof Unavailable;
}
