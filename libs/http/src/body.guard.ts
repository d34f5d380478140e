import { requestContext } from '@governance/runtime';
import {
  type CanActivate,
  type CustomDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { type Request, type Response } from 'express';
import { readForm, takesForm } from './form-body';

const ignoredBodyKey = 'ignored-body';

/** The handler has no body: one within the size limit is ignored, also if it is unreadable. */
export function IgnoreBody(): CustomDecorator {
  return SetMetadata(ignoredBodyKey, true);
}

/** Refuses a request with an unreadable body. Runs after the guards that check the caller. */
@Injectable()
export class BodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const req = http.getRequest<Request>();
    if (takesForm(context)) {
      await readForm(req, http.getResponse<Response>());
      return true;
    }
    const problem = requestContext(req).bodyProblem?.();
    const isIgnored = Reflect.getMetadata(ignoredBodyKey, context.getHandler()) === true;
    if (problem && !(isIgnored && problem.kind !== 'too_large')) throw problem;
    return true;
  }
}
