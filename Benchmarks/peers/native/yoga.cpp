// Yoga, through its C interface: `Yoga.h`.

#include <yoga/Yoga.h>
// `setDirty`, which has no function in the C interface.
#include <yoga/node/Node.h>

#include <cmath>
#include <vector>

#include "worker.h"

namespace {

struct Layout {
  // In the order of the tree's elements; the first is the root.
  std::vector<YGNodeRef> nodes;
};

// Without the pass that rounds to pixels.
YGConfigRef sharedConfig() {
  static const YGConfigRef config = [] {
    YGConfigRef config = YGConfigNew();
    YGConfigSetPointScaleFactor(config, 0);
    return config;
  }();
  return config;
}

// MARK: Texts

YGSize measure(YGNodeConstRef node, float width, YGMeasureMode widthMode, float height, YGMeasureMode heightMode) {
  const auto* text = static_cast<const PeerText*>(YGNodeGetContext(node));
  const PeerSize size = peer_text_size(text, widthMode == YGMeasureModeUndefined ? INFINITY : width);
  return {
      widthMode == YGMeasureModeExactly ? width : size.width,
      heightMode == YGMeasureModeExactly ? height : size.height};
}

void setText(YGNodeRef node, const PeerTextSource* source) {
  peer_text_free(static_cast<PeerText*>(YGNodeGetContext(node)));
  YGNodeSetContext(node, peer_text_new(source));
}

// MARK: Styles

using SetLength = void (*)(YGNodeRef, float);

void setLength(YGNodeRef node, PeerLength length, SetLength setPoints, SetLength setPercent) {
  if (length.unit == PEER_POINTS) setPoints(node, length.value);
  if (length.unit == PEER_PERCENT) setPercent(node, length.value);
}

void setSizes(YGNodeRef node, const PeerBox& box) {
  setLength(node, box.width, YGNodeStyleSetWidth, YGNodeStyleSetWidthPercent);
  setLength(node, box.height, YGNodeStyleSetHeight, YGNodeStyleSetHeightPercent);
  setLength(node, box.min_width, YGNodeStyleSetMinWidth, YGNodeStyleSetMinWidthPercent);
  setLength(node, box.min_height, YGNodeStyleSetMinHeight, YGNodeStyleSetMinHeightPercent);
  setLength(node, box.max_width, YGNodeStyleSetMaxWidth, YGNodeStyleSetMaxWidthPercent);
  setLength(node, box.max_height, YGNodeStyleSetMaxHeight, YGNodeStyleSetMaxHeightPercent);
}

YGAlign align(PeerAlignment alignment) {
  switch (alignment) {
    case PEER_ALIGN_AUTO: return YGAlignAuto;
    case PEER_ALIGN_START: return YGAlignFlexStart;
    case PEER_ALIGN_CENTER: return YGAlignCenter;
    case PEER_ALIGN_END: return YGAlignFlexEnd;
    case PEER_ALIGN_STRETCH: return YGAlignStretch;
    case PEER_ALIGN_SPACE_BETWEEN: return YGAlignSpaceBetween;
    case PEER_ALIGN_SPACE_AROUND: return YGAlignSpaceAround;
  }
  return YGAlignAuto;
}

YGJustify justify(PeerAlignment alignment) {
  switch (alignment) {
    case PEER_ALIGN_CENTER: return YGJustifyCenter;
    case PEER_ALIGN_END: return YGJustifyFlexEnd;
    case PEER_ALIGN_SPACE_BETWEEN: return YGJustifySpaceBetween;
    case PEER_ALIGN_SPACE_AROUND: return YGJustifySpaceAround;
    default: return YGJustifyFlexStart;
  }
}

// Sets what differs from Yoga's initial style, as a program does.
void setStyle(YGNodeRef node, const PeerBox& box) {
  static constexpr YGEdge edges[] = {YGEdgeTop, YGEdgeLeft, YGEdgeBottom, YGEdgeRight};
  if (box.row) YGNodeStyleSetFlexDirection(node, YGFlexDirectionRow);
  if (box.wrap) YGNodeStyleSetFlexWrap(node, YGWrapWrap);
  if (box.justify_content != PEER_ALIGN_START) YGNodeStyleSetJustifyContent(node, justify(box.justify_content));
  if (box.align_items != PEER_ALIGN_STRETCH) YGNodeStyleSetAlignItems(node, align(box.align_items));
  if (box.align_content != PEER_ALIGN_START) YGNodeStyleSetAlignContent(node, align(box.align_content));
  if (box.align_self != PEER_ALIGN_AUTO) YGNodeStyleSetAlignSelf(node, align(box.align_self));
  if (box.gap != 0) YGNodeStyleSetGap(node, box.row ? YGGutterColumn : YGGutterRow, box.gap);
  if (box.line_gap != 0) YGNodeStyleSetGap(node, box.row ? YGGutterRow : YGGutterColumn, box.line_gap);
  for (int index = 0; index < 4; index++) {
    if (box.padding[index] != 0) YGNodeStyleSetPadding(node, edges[index], box.padding[index]);
    if (box.margin[index] != 0) YGNodeStyleSetMargin(node, edges[index], box.margin[index]);
  }
  setSizes(node, box);
  if (box.flex_grow != 0) YGNodeStyleSetFlexGrow(node, box.flex_grow);
  if (box.flex_shrink != 0) YGNodeStyleSetFlexShrink(node, box.flex_shrink);
  setLength(node, box.flex_basis, YGNodeStyleSetFlexBasis, YGNodeStyleSetFlexBasisPercent);
  if (box.aspect_ratio != 0) YGNodeStyleSetAspectRatio(node, box.aspect_ratio);
}

// MARK: The engine

void* make(const PeerTree* tree) {
  auto* layout = new Layout;
  layout->nodes.reserve(static_cast<size_t>(tree->count));
  for (int index = 0; index < tree->count; index++) {
    const PeerElement& element = tree->elements[index];
    YGNodeRef node = YGNodeNewWithConfig(sharedConfig());
    setStyle(node, element.box);
    if (element.text != nullptr) {
      setText(node, element.text);
      YGNodeSetMeasureFunc(node, measure);
    }
    layout->nodes.push_back(node);
  }
  for (int index = 0; index < tree->count; index++) {
    const PeerElement& element = tree->elements[index];
    for (int place = 0; place < element.child_count; place++) {
      YGNodeInsertChild(layout->nodes[index], layout->nodes[element.children[place]], place);
    }
  }
  return layout;
}

void makeCold(void* layout) {
  for (YGNodeRef node : static_cast<Layout*>(layout)->nodes) facebook::yoga::resolveRef(node)->setDirty(true);
}

void layOut(void* layout) {
  YGNodeCalculateLayout(static_cast<Layout*>(layout)->nodes[0], YGUndefined, YGUndefined, YGDirectionLTR);
}

void read(const void* layout, float* frames) {
  for (YGNodeRef node : static_cast<const Layout*>(layout)->nodes) {
    *frames++ = YGNodeLayoutGetLeft(node);
    *frames++ = YGNodeLayoutGetTop(node);
    *frames++ = YGNodeLayoutGetWidth(node);
    *frames++ = YGNodeLayoutGetHeight(node);
  }
}

void edit(void* layout, int index, const PeerElement* element) {
  YGNodeRef node = static_cast<Layout*>(layout)->nodes[index];
  if (element->text == nullptr) {
    setSizes(node, element->box);
  } else {
    setText(node, element->text);
    YGNodeMarkDirty(node);
  }
}

void release(void* pointer) {
  auto* layout = static_cast<Layout*>(pointer);
  for (YGNodeRef node : layout->nodes) peer_text_free(static_cast<PeerText*>(YGNodeGetContext(node)));
  YGNodeFreeRecursive(layout->nodes[0]);
  delete layout;
}

}  // namespace

int main() {
  static const PeerEngine engine = {
      "yoga", YOGA_LIBRARY, nullptr, make, makeCold, layOut, read, edit, release, nullptr};
  return peer_serve(&engine);
}
