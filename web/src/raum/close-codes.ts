// Generated from crates/wasm: RAUM_UPDATE=1 cargo test -p raum-wasm

/** the room is closed */
export const RoomClosed = 1000

/** the frame is too long */
export const TooBig = 1009

/** the server is restarting */
export const Restart = 1012

/** the frame is not part of this dialect */
export const BadFrame = 4000

/** the first frame was not a hello, or came too late */
export const NoHello = 4001

/** the server speaks another version */
export const Version = 4002

/** the room does not exist */
export const NoRoom = 4003

/** the room does not admit the client */
export const Forbidden = 4004

/** the connection cannot keep up */
export const Slow = 4005

/** a newer connection controls the seat */
export const Replaced = 4006

/** pings were not answered */
export const Silent = 4007

/** too many requests */
export const Flood = 4008

/** the cursor does not belong to this room's history */
export const Cursor = 4009

/** the room's journal is unavailable */
export const Journal = 4010

/** the server is full */
export const Full = 4011

/** the room was written by a newer raum */
export const Newer = 4012
