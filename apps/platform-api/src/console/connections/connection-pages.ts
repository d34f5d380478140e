import { type ConsoleSession } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { ConsolePages } from '../console-pages';
import { type FormProblem } from '../form-problem';
import { noticeOf } from '../notice';
import { ConsoleConnections } from './console-connections.service';
import { valuesOf, valuesOfConnection } from './connection-form';
import { type TestReport } from './connection-test-view';

const done = {
  added: 'The connection was added. Register its redirect URI at your provider, then test it.',
  changed: 'The change was saved.',
  enabled: 'The connection is enabled. People who were invited through it can sign in with it.',
  disabled: 'The connection is disabled. Its members can no longer sign in, and their accounts stay.',
};

export interface ShownConnectionPage {
  readonly id: string;
  readonly problem?: FormProblem;
}

/** The pages of one connection. */
@Injectable()
export class ConnectionPages {
  constructor(
    private readonly connections: ConsoleConnections,
    private readonly pages: ConsolePages,
  ) {}

  async sendDetails(
    res: Response,
    session: ConsoleSession,
    shown: ShownConnectionPage & { readonly done?: unknown },
  ): Promise<void> {
    const { id, problem } = shown;
    const { connection, mayWrite } = await this.connections.find(session, id);
    const view = { connection, mayWrite, problem, notice: noticeOf(shown.done, done) };
    const status = problem?.status ?? 200;
    this.pages.send(res, 'connections-details', { title: connection.name, view, session, status });
  }

  /** `form`: what was entered, after a refusal. */
  async sendChange(
    res: Response,
    session: ConsoleSession,
    { id, form, problem }: ShownConnectionPage & { readonly form?: URLSearchParams },
  ): Promise<void> {
    const connection = await this.connections.findToChange(session, id);
    const values = form ? valuesOf(form) : valuesOfConnection(connection);
    const view = { connection, values, problem };
    const status = problem?.status ?? 200;
    this.pages.send(res, 'connections-change', { title: `Change ${connection.name}`, view, session, status });
  }

  async sendTested(
    res: Response,
    session: ConsoleSession,
    { id, report }: { readonly id: string; readonly report: TestReport },
  ): Promise<void> {
    const connection = await this.connections.findToChange(session, id);
    const view = { connection, report };
    this.pages.send(res, 'connections-tested', { title: `Test of ${connection.name}`, view, session });
  }

  async sendDisabling(
    res: Response,
    session: ConsoleSession,
    { id, problem }: ShownConnectionPage,
  ): Promise<void> {
    const connection = await this.connections.findToChange(session, id);
    const users = await this.connections.users(session, connection);
    const view = { connection, users, problem };
    const status = problem?.status ?? 200;
    this.pages.send(res, 'connections-disable', {
      title: `Disable ${connection.name}`,
      view,
      session,
      status,
    });
  }

  async sendRemoval(
    res: Response,
    session: ConsoleSession,
    { id, problem }: ShownConnectionPage,
  ): Promise<void> {
    const connection = await this.connections.findAtProvider(session, id);
    const users = await this.connections.users(session, connection);
    const view = { connection, users, problem };
    const status = problem?.status ?? 200;
    this.pages.send(res, 'connections-remove', { title: `Remove ${connection.name}`, view, session, status });
  }
}
