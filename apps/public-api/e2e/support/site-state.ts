import { type Allowances } from '@governance/testing';
import { type Page } from 'puppeteer';
import { type Site } from './site';

/** A page in one of the states that visitors see. */
export interface SiteState extends Allowances {
  readonly name: string;
  readonly scripts?: false;
  /** The names of the cookies that the browser then has. Default: none. */
  readonly cookies?: readonly string[];
  go(page: Page, site: Site): Promise<void>;
}

/** A result that may not launch. */
export const refused = 'persona-policy-on-paper';

export function state(
  name: string,
  go: SiteState['go'],
  special: Omit<SiteState, 'name' | 'go'> = {},
): SiteState {
  return { name, go, ...special };
}

export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
}
