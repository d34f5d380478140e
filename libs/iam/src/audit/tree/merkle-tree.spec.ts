import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { leafHash, MerkleTree } from './merkle-tree';

const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** RFC 9162, 2.1.1, as it is written there. */
function definition(hashes: readonly Buffer[]): Buffer {
  const [first] = hashes;
  if (first === undefined) return sha256();
  if (hashes.length === 1) return first;
  let half = 1;
  while (half * 2 < hashes.length) half *= 2;
  return sha256(Buffer.from([1]), definition(hashes.slice(0, half)), definition(hashes.slice(half)));
}

function treeOf(hashes: readonly Buffer[]): MerkleTree {
  const tree = new MerkleTree();
  for (const hash of hashes) tree.append(hash);
  return tree;
}

describe('MerkleTree', () => {
  // The published vectors of Certificate Transparency.
  const leaves = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ];
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];

  it('has the published root after each leaf', () => {
    const tree = new MerkleTree();
    for (const [index, leaf] of leaves.entries()) {
      tree.append(sha256(Buffer.from([0]), Buffer.from(leaf, 'hex')));
      expect([tree.size, tree.root().toString('hex')]).toEqual([index + 1, roots[index]]);
    }
  });

  it('has the root of the definition, for any number of leaves', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 70 }), (contents) => {
        const hashes = contents.map(leafHash);
        expect(treeOf(hashes).root()).toEqual(definition(hashes));
      }),
    );
  });
});
