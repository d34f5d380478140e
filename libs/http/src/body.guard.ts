import { requestContext } from '@governance/runtime';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { readForm, takesForm } from './form-body';

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
    if (problem) throw problem;
    return true;
  }
}
