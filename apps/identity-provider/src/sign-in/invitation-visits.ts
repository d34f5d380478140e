import { surplusSignIns } from '@governance/http';
import { type Response } from 'express';
import { randomBytes } from 'node:crypto';
import { type CookieRules } from '../oauth/cookies';
import { lifetimes } from '../oauth/lifetimes';
import { type LiveProvider } from '../oauth/live-provider';
import { invitationClientId } from '../oauth/people-clients';
import { signInPath } from '../pages/sign-in-path';
import { type Visit } from './visit';

/** The invitation of a visit. Only `begin` makes such visits: an application's request cannot. */
export function invitationOf({ client, interaction }: Visit): string | undefined {
  const { invitation } = interaction.params;
  return client.clientId === invitationClientId && typeof invitation === 'string' ? invitation : undefined;
}

/** Sign-ins that accept an invitation instead of returning to an application. */
export class InvitationVisits {
  constructor(
    private readonly live: LiveProvider,
    private readonly cookies: CookieRules,
  ) {}

  /** Starts a sign-in in this browser and ignores an existing session. Returns the path to continue at. */
  async begin(invitationId: string, res: Response): Promise<string> {
    const { provider } = this.live;
    const uid = randomBytes(32).toString('base64url');
    const path = signInPath(uid);
    const interaction = Object.assign(new provider.Interaction(), {
      uid,
      returnTo: path,
      prompt: { name: 'login', reasons: ['no_session'], details: {} },
      params: { client_id: invitationClientId, invitation: invitationId },
    });
    await interaction.save(lifetimes.Interaction);
    for (const name of surplusSignIns(res.req.headers, this.cookies.signIns)) {
      res.clearCookie(name, { ...this.cookies.options, path: '/' });
    }
    const options = { ...this.cookies.options, maxAge: lifetimes.Interaction * 1000 };
    res.cookie(this.cookies.interaction, uid, { ...options, path });
    res.cookie(this.cookies.signIn(uid), uid, { ...options, path: '/' });
    return path;
  }
}
