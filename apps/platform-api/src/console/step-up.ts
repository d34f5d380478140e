import { type StepUpRequiredError } from '@governance/client';
import { type ConsoleSession, type KeptForm } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { randomUUID } from 'node:crypto';
import { ConsolePermissions } from './console-permissions';
import { ConsoleSessions } from './console-sessions';
import { ConsoleSignIn } from './console-sign-in';

/** The hidden field of a form that is sent again. */
export const continuedField = 'continued';

/** A token of a workload can be used like a secret until it expires. */
const secret = /secret|password|workload_token/;
const ofTheForm = new Set(['token', continuedField]);

export interface RefusedForm {
  readonly session: ConsoleSession;
  readonly path: string;
  readonly form: URLSearchParams;
}

/** Leads through the second factor, and keeps the form that needed it. */
@Injectable()
export class StepUp {
  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly signIn: ConsoleSignIn,
    private readonly permissions: ConsolePermissions,
  ) {}

  async lead(res: Response, { session, path, form }: RefusedForm, error: StepUpRequiredError): Promise<void> {
    const formId = randomUUID();
    await this.sessions.keepForm(session, { ...keptForm(path, form), signIn: formId });
    // The organization stays the same: the form was begun for it.
    const organization = this.permissions.organizationOf(session)?.id;
    const returnTo = '/console/continue';
    await this.signIn.lead(res, { returnTo, stepUpMaxAge: error.maxAge, formId, organization });
  }
}

/** Secrets are not kept: the person enters them again. */
export function keptForm(path: string, form: URLSearchParams): KeptForm {
  const fields = Array.from(form).filter(([name]) => !ofTheForm.has(name));
  const isSecret = ([name, value]: readonly [string, string]): boolean => secret.test(name) && value !== '';
  return {
    path,
    fields: fields.filter((field) => !isSecret(field)),
    omitted: fields.filter(isSecret).map(([name]) => name),
  };
}
