import { type HttpAnswer, type JsonRequest, until } from '@governance/testing';
import { type StackDescription } from '../../src/stack-description';

/** Invitations of a running stack, over HTTP. */
export class InvitationGateway {
  constructor(
    private readonly stack: StackDescription,
    private readonly call: (path: string, request?: JsonRequest) => Promise<HttpAnswer>,
  ) {}

  invite(invitation: object): Promise<HttpAnswer> {
    return this.call('/iam/org-invitations', { body: invitation });
  }

  /** The id of the organization's enabled connection of this type. */
  async connectionOf(type: string): Promise<string> {
    const { body } = await this.call('/iam/connections');
    const connections = body.connections as {
      readonly id: string;
      readonly type: string;
      readonly enabled: boolean;
    }[];
    return connections.find((connection) => connection.type === type && connection.enabled)?.id ?? '';
  }

  /** The link in the mail to the address, once it has arrived. */
  async mailedLink(email: string): Promise<string> {
    const { api } = this.stack.mailbox;
    return until(async () => {
      const mails = (await (await fetch(api)).json()) as { readonly id: string; readonly to: string[] }[];
      const mail = mails.find(({ to }) => to.includes(email));
      if (!mail) return undefined;
      const { text } = (await (await fetch(`${api}/${mail.id}`)).json()) as { readonly text: string };
      return /http:\S+\/invitations\/\S+/.exec(text)?.[0] ?? '';
    });
  }
}

/** Opens the link as a mail scanner does. Resolves to status, heading and set cookies. */
export async function scan(link: string): Promise<[status: number, heading: string, cookies: string[]]> {
  const response = await fetch(link);
  const heading = /<h1>(.*?)<\/h1>/.exec(await response.text())?.[1]?.replace(/<\/?bdi>/g, '') ?? '';
  return [response.status, heading, response.headers.getSetCookie()];
}
