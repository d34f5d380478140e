import { type ListedStep, type WantedAuthenticator, type WantedFlow, type WantedStep } from './flow-steps';
import { type FlowRepresentation } from './people-reader';
import { type RealmApi } from './realm-api';

/** Writes authentication flows. While one is written again, sign-ins through it fail. */
export class FlowWriter {
  constructor(private readonly api: RealmApi) {}

  /** Makes the flow, or replaces all of its steps: clients that use it keep it. */
  async write({ alias, steps }: WantedFlow): Promise<void> {
    const flows = await this.api.list<FlowRepresentation>('/authentication/flows');
    if (flows.some((flow) => flow.alias === alias)) {
      const listed = await this.listed(alias);
      for (const { id } of listed.filter(({ level }) => level === 0)) {
        await this.api.call('DELETE', `/authentication/executions/${id}`);
      }
    } else {
      const flow = { alias, providerId: 'basic-flow', topLevel: true, builtIn: false };
      await this.api.call('POST', '/authentication/flows', flow);
    }
    for (const step of steps) await this.add(step, { top: alias, parent: alias });
  }

  private async add(step: WantedStep, at: { readonly top: string; readonly parent: string }): Promise<void> {
    const path = `/authentication/flows/${encodeURIComponent(at.parent)}/executions`;
    const before = await this.listed(at.top);
    if ('flow' in step) {
      await this.api.call('POST', `${path}/flow`, { alias: step.flow, type: 'basic-flow', provider: '' });
    } else {
      await this.api.call('POST', `${path}/execution`, { provider: step.authenticator });
    }
    const after = await this.listed(at.top);
    const added = after.find(({ id }) => !before.some((known) => known.id === id));
    if (added === undefined) throw new Error(`the flow ${at.top} was changed while it was prepared`);
    const { requirement } = step;
    await this.api.call('PUT', `/authentication/flows/${at.top}/executions`, { ...added, requirement });
    if ('flow' in step) {
      for (const inner of step.steps) await this.add(inner, { top: at.top, parent: step.flow });
    } else {
      await this.configure(added, step, at.parent);
    }
  }

  private async configure({ id }: ListedStep, { config }: WantedAuthenticator, flow: string): Promise<void> {
    if (config === undefined) return;
    await this.api.call('POST', `/authentication/executions/${id}/config`, { alias: flow, config });
  }

  private listed(alias: string): Promise<readonly ListedStep[]> {
    return this.api.list<ListedStep>(`/authentication/flows/${alias}/executions`);
  }
}
