import { type PlatformTypes } from '@governance/client';
import { type ConsoleSession } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { ConsolePages } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { type FormProblem } from '../form-problem';
import { noticeOf } from '../notice';
import { ConsoleCredentials } from './console-credentials.service';
import { lifetimes, overlaps } from './credential-form';

const done = {
  renamed: 'The name and the note were changed.',
  'previous-ended': 'The previous secret no longer works.',
};

export interface ShownDetails {
  readonly id: string;
  readonly done?: unknown;
  readonly problem?: FormProblem;
}

export interface ShownSecret {
  readonly issued: PlatformTypes['schemas']['IssuedCredential'];
  readonly isNew: boolean;
  /** Of a rotation: seconds for which the secret before still works. */
  readonly overlap?: string | null;
}

/** The pages of one credential. */
@Injectable()
export class CredentialPages {
  constructor(
    private readonly credentials: ConsoleCredentials,
    private readonly pages: ConsolePages,
    private readonly settings: ConsoleSettings,
  ) {}

  async sendDetails(res: Response, session: ConsoleSession, shown: ShownDetails): Promise<void> {
    const { id, problem } = shown;
    const { credential, mayWrite } = await this.credentials.details(session, id);
    const notice = noticeOf(shown.done, done);
    const { overlap: canOverlap } = this.settings.capabilities;
    const view = { credential, mayWrite, problem, notice, overlaps, lifetimes, canOverlap };
    const status = problem?.status ?? 200;
    this.pages.send(res, 'credentials-details', { title: credential.name, view, session, status });
  }

  /** The only page with the secret: it is in the answer to the form, and nowhere else. */
  sendIssued(res: Response, session: ConsoleSession, { issued, isNew, overlap }: ShownSecret): void {
    const before = overlaps.find(({ value }) => value === overlap);
    const view = {
      id: issued.id,
      name: issued.name,
      clientId: issued.client_id,
      secret: issued.client_secret,
      kid: issued.kid,
      issuer: this.settings.machineIssuer,
      isNew,
      // A creation that was sent twice: its secret was in the first answer.
      isReplay: isNew && issued.client_secret === undefined && issued.kid === undefined,
      stops: before?.label.toLowerCase(),
    };
    const title = isNew ? 'Credential created' : 'Credential rotated';
    this.pages.send(res, 'credentials-issued', { title, view, session });
  }

  async sendRevocation(res: Response, session: ConsoleSession, { id, problem }: ShownDetails): Promise<void> {
    const { credential } = await this.credentials.details(session, id);
    const status = problem?.status ?? 200;
    const view = { credential, problem };
    this.pages.send(res, 'credentials-revoke', { title: `Revoke ${credential.name}`, view, session, status });
  }
}
