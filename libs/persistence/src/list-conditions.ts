/**
 * The conditions of a list, for a statement that has the given ones alone, so that PostgreSQL chooses an index for them. The name of
 * the statement is made of their names.
 */
export class ListConditions {
  readonly values: unknown[];
  private readonly conditions = new Map<string, string>();

  /** `values`: those that every statement of the list has, from `$1` on. */
  constructor(values: readonly unknown[]) {
    this.values = [...values];
  }

  /** A condition, if its value is given. `text` gets the place of the value in the statement, such as `$5`. */
  add(name: string, value: unknown, text: (place: string) => string): this {
    if (value !== undefined) this.conditions.set(name, text(`$${this.values.push(value)}`));
    return this;
  }

  /** A condition without a value. */
  addIf(isGiven: boolean, name: string, text: string): this {
    if (isGiven) this.conditions.set(name, text);
    return this;
  }

  /** Names of a prepared statement have 63 characters. */
  nameOf(list: string): string {
    return [list, ...this.conditions.keys()].join(' ');
  }

  /** All of them, after `first`. */
  where(...first: readonly string[]): string {
    return [...first, ...this.conditions.values()].join(' AND ');
  }
}
