// npm run build -- --outdir DIR: bundles src/ into one file, DIR/report.html, that loads nothing from anywhere.
import { build } from "esbuild";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({ options: { outdir: { type: "string", default: join(here, "dist") } } });
const marker = "__PREDICTION__";

async function bundle(entry, loader) {
    const result = await build({
        entryPoints: [join(here, "src", entry)],
        bundle: true, minify: true, write: false, format: "iife", target: "es2020", charset: "utf8", loader,
    });
    return result.outputFiles[0].text.trim();
}

/// The licences of what is bundled ask to be kept with every copy. The same text once for all that share it.
async function licences() {
    const packages = (await readdir(join(here, "node_modules"))).filter((name) => /^(d3-|internmap$)/.test(name)).sort();
    const named = new Map();
    for (const name of packages) {
        const text = (await readFile(join(here, "node_modules", name, "LICENSE"), "utf8")).trim();
        named.set(text, [...(named.get(text) ?? []), name]);
    }
    return [...named].map(([text, names]) => `${names.join(", ")}:\n${text}`).join("\n\n");
}

const [page, style, script, notice] = await Promise.all([
    readFile(join(here, "src/page.html"), "utf8"), bundle("style.css"), bundle("main.js"), licences()]);
if (/<\/script|<!--/i.test(script)) throw new Error("the script would end its own element");
// Functions, because "$" means something in a replacement string.
const html = page
    .replace("__LICENCES__", () => notice.replaceAll("--", "- -"))
    .replace("__STYLE__", () => style)
    .replace("__SCRIPT__", () => script);
if (html.split(marker).length !== 2) throw new Error(`${marker} must occur exactly once in the page`);

await mkdir(values.outdir, { recursive: true });
await writeFile(join(values.outdir, "report.html"), html);
console.log(`${join(values.outdir, "report.html")}: ${(html.length / 1024).toFixed(0)} KiB`);
