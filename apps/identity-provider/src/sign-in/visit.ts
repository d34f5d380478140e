import { type Client, errors } from 'oidc-provider';
import type Provider from 'oidc-provider';
import { type Request, type Response } from 'express';
import { type CookieRules, hasBegun } from '../oauth/cookies';
import { type LiveProvider } from '../oauth/live-provider';
import { PageProblem } from '../pages/page-problem';
import { over } from '../pages/problem-page';
import { type Progress, progressOf } from './progress';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** One sign-in of one browser for one application. */
export interface Visit {
  readonly provider: Provider;
  readonly interaction: Interaction;
  readonly client: Client;
  readonly progress: Progress;
}

/** The sign-in has ended, or another browser started it. */
export class VisitOver extends PageProblem {
  constructor(why: string, options?: ErrorOptions) {
    super(over, why, options);
  }
}

export class Visits {
  constructor(
    private readonly live: LiveProvider,
    private readonly cookies: CookieRules,
  ) {}

  /** Finds the sign-in of a path. @throws VisitOver. */
  async open(req: Request<{ uid: string }>, res: Response): Promise<Visit> {
    const { uid } = req.params;
    if (!hasBegun(req, this.cookies, uid)) throw new VisitOver('another browser started the sign-in');
    const { provider } = this.live;
    const interaction = await this.find(provider, req, res);
    const client = await provider.Client.find(String(interaction.params.client_id));
    if (interaction.uid !== uid || !client) throw new VisitOver('the cookie belongs to another sign-in');
    return { provider, interaction, client, progress: progressOf(interaction.result) };
  }

  async save(visit: Visit, progress: Progress): Promise<Visit> {
    visit.interaction.result = { ...visit.interaction.result, progress };
    await visit.interaction.persist();
    return { ...visit, progress };
  }

  private async find(provider: Provider, req: Request, res: Response): Promise<Interaction> {
    try {
      return await provider.interactionDetails(req, res);
    } catch (cause) {
      throw cause instanceof errors.SessionNotFound
        ? new VisitOver('the sign-in does not exist', { cause })
        : cause;
    }
  }
}
