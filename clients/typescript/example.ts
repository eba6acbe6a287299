// Opens a deal, records an act that is refused, and reads the deal. The compiler checks every path, field and answer.
import createClient from "openapi-fetch";
import type { DealAnswer, OpenDeal, paths } from "./nought";

const client = createClient<paths>({ baseUrl: "https://nought.example", headers: { Authorization: "Bearer …" } });

export async function play(): Promise<DealAnswer | undefined> {
  const opening: OpenDeal = { ruleset: "304", dealer: "S" };
  const opened = await client.POST("/api/v1/deals", { body: opening });
  if (!opened.data) throw new Error(opened.error.detail);
  const path = { deal_id: opened.data.id };
  const refused = await client.POST("/api/v1/deals/{deal_id}/actions", {
    params: { path, header: { "If-Match": `"${opened.data.version}"` } },
    body: { act: "W 160" },
  });
  if (refused.error) console.log(refused.error.code, refused.error.allowed);
  // @ts-expect-error: a deal has no such field
  const wrong = opened.data.nothing;
  return (await client.GET("/api/v1/deals/{deal_id}", { params: { path } })).data;
}
